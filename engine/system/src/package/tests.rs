mod check;
mod create;
mod graph;
mod made;
mod metadata;
