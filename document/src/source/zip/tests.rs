mod build;
mod hostile;
mod made_by;
mod sound;
