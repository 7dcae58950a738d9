//! What a comprehension puts its elements into.

use std::cell::RefCell;
use std::rc::Rc;

use rhai::Dynamic;

use super::weight::{check_length, weight};
use super::{Context, Entry, Run, entry};

pub(super) const ENTRIES: &[Entry] =
    &[entry("__collector", (0, 0), collector), entry("__push", (2, 2), push), entry("__collected", (1, 1), collected)];

/// A list that grows. Not one of Rhai, whose size would be measured anew with each element.
#[derive(Clone)]
struct Collector(Rc<RefCell<Collected>>);

#[derive(Default)]
struct Collected {
    list: Vec<Dynamic>,
    /// How many elements it has, those that lie in them counted too.
    weight: usize,
}

#[expect(clippy::unnecessary_wraps, reason = "the shape of every function of the table")]
fn collector(_: &Context<'_>, _: &mut [&mut Dynamic]) -> Run {
    Ok(Dynamic::from(Collector(Rc::default())))
}

fn push(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let element = arguments[1].take();
    if let Some(collector) = arguments[0].read_lock::<Collector>() {
        let mut collected = collector.0.borrow_mut();
        collected.weight += weight(context, std::slice::from_ref(&element))?;
        check_length(context, collected.weight)?;
        collected.list.push(element);
    }
    Ok(Dynamic::UNIT)
}

#[expect(clippy::unnecessary_wraps, reason = "the shape of every function of the table")]
fn collected(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let list = arguments[0].read_lock::<Collector>().map(|collector| collector.0.take().list);
    Ok(list.unwrap_or_default().into())
}
