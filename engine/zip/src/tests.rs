mod build;
mod hostile;
mod inside;
mod made_by;
mod sound;
