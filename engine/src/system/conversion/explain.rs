//! What comes of one path, with all that was said on the way.

use serde::Serialize;

use super::outcome::{Conversion, ConversionEntry, ConversionSite, Setter};
use super::pipeline::Pipeline;
use super::rule::{Fields, Says};
use crate::text::Place;

/// What comes of one path, and what rules said that others overrode.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConversionExplanation<'e> {
    /// What comes of it.
    #[serde(flatten)]
    pub entry: ConversionEntry<'e>,
    /// What others overrode, in the order of the rules.
    pub overridden: Vec<ConversionOverridden<'e>>,
}

/// Something that a rule says, and another one overrides.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConversionOverridden<'e> {
    /// The field, by its name in `said`.
    pub field: &'static str,
    /// What the rule says.
    pub value: &'e str,
    /// Where.
    #[serde(flatten)]
    pub site: ConversionSite<'e>,
}

impl Pipeline {
    /// What comes of the path, given its conversion, with what was overridden.
    #[must_use]
    pub fn explain<'e>(&'e self, path: &'e str, conversion: &'e Conversion<'e>) -> ConversionExplanation<'e> {
        let [root, converter, params, no_conversion, source] = conversion.last();
        let mut overridden = Vec::new();
        for &setter in &conversion.matched {
            let mut add = |field, last: Option<Setter<'_>>, said: Option<(&'e str, Place)>| {
                if let Some((value, place)) = said.filter(|_| last.is_some_and(|last| last.rule != setter.rule)) {
                    overridden.push(ConversionOverridden { field, value, site: Setter { place, ..setter }.into() });
                }
            };
            match &self.rule(setter.rule).says {
                Says::Source(says) => {
                    let Fields { root: is_root, converter: name, params: text, no_conversion: is_out } = says;
                    add("root", root, truth(is_root.as_ref()));
                    add("converter", converter, name.as_ref().map(|(name, place)| (name.as_str(), *place)));
                    add("params", params, text.as_ref().map(|(text, place)| (text.as_str(), *place)));
                    add("noConversion", no_conversion, truth(is_out.as_ref()));
                }
                Says::Built(_) => {
                    let own = conversion.sources.iter().find(|said| said.by.rule == setter.rule);
                    add("source", source, own.map(|said| (said.value.as_str(), said.by.place)));
                }
            }
        }
        ConversionExplanation { entry: conversion.entry(path), overridden }
    }
}

fn truth(said: Option<&(bool, Place)>) -> Option<(&'static str, Place)> {
    said.map(|(is, place)| (if *is { "true" } else { "false" }, *place))
}
