//! The state that a host shares with the functions that scripts call.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use assay_document::format::FormatMap;
use assay_document::text::AcceptedProblems;
use assay_report::Problem;
use assay_store::Store;
use rhai::{EvalAltResult, Module, Position};

use super::body::Bodies;
use super::code_text::CodeText;
use super::complaint::Complaint;
use super::known::Known;
use super::limits::Limits;
use super::meter::Meter;
use super::origin::ValueOrigins;
use super::prints::Prints;
use super::type_mismatch::{ComparedValues, ComparisonResult, Comparisons, TypeMismatch};
use super::{ScriptContext, ScriptPlace, Tree};

/// The code that a call runs.
#[derive(Default)]
pub(super) struct CallWork {
    /// The libraries that the code can import.
    pub modules: BTreeMap<String, Rc<Module>>,
    /// All code that may run; the code that was called comes first.
    pub codes: Vec<Rc<CodeText>>,
}

impl CallWork {
    /// Returns the code with the name `source` in Rhai's errors; for an empty name, the code that was called.
    pub fn code(&self, source: &str) -> Option<&Rc<CodeText>> {
        if source.is_empty() {
            self.codes.first()
        } else {
            self.codes.iter().find(|code| code.origin.source() == source)
        }
    }
}

/// The settings of the project for the files that scripts read.
#[derive(Default)]
pub(super) struct ProjectFiles {
    /// The formats by which files are read.
    pub formats: RefCell<Rc<FormatMap>>,
    /// The problems of files that the project accepts.
    pub accepted: RefCell<Rc<AcceptedProblems>>,
    /// True if the source has the previous versions of files, below [`PREVIOUS_FOLDER`](crate::PREVIOUS_FOLDER).
    pub has_previous: Cell<bool>,
}

#[derive(Default)]
pub(super) struct HostState {
    pub meter: Meter,
    pub bodies: Bodies,
    pub prints: Prints,
    pub known: Known,
    pub origins: ValueOrigins,
    /// Problems of the files that scripts have read.
    pub warnings: RefCell<Vec<Problem>>,
    pub project: ProjectFiles,
    pub comparisons: Comparisons,
    scene: RefCell<Option<Rc<ScriptContext>>>,
    work: RefCell<Rc<CallWork>>,
    /// True while code outside of functions runs, for which there is no scene.
    is_loading: Cell<bool>,
}

impl HostState {
    pub fn new(limits: Limits) -> Self {
        Self { meter: Meter::new(limits), ..Self::default() }
    }

    /// Begins a call.
    pub fn begin(&self, work: &Rc<CallWork>) {
        // An earlier call may have left its stop here, because its caller did not need the place.
        let _ = self.bodies.take_stop();
        *self.work.borrow_mut() = Rc::clone(work);
        self.comparisons.begin();
        self.meter.begin();
    }

    /// Begins running code outside of functions.
    pub fn begin_loading(&self, work: &Rc<CallWork>) {
        self.is_loading.set(true);
        self.begin(work);
    }

    /// Ends running code outside of functions. Its output belongs to no file and is dropped.
    pub fn end_loading(&self) {
        self.is_loading.set(false);
        self.prints.take();
    }

    pub fn set_scene(&self, scene: Rc<ScriptContext>) {
        self.known.lists.begin_run(&scene.store);
        *self.scene.borrow_mut() = Some(scene);
    }

    /// Returns the scene; `None` before one is set, and while code outside of functions runs.
    pub fn scene(&self) -> Option<Rc<ScriptContext>> {
        self.scene.borrow().clone().filter(|_| !self.is_loading.get())
    }

    /// Returns the tree of the current file, if it is needed.
    pub fn tree(&self) -> Option<Rc<Tree>> {
        self.scene()?.tree.clone()
    }

    /// Like [`Self::scene`], for functions of the library: a missing scene is an error.
    pub fn current_scene(&self) -> Result<Rc<ScriptContext>, Box<EvalAltResult>> {
        self.scene().ok_or_else(|| {
            let message =
                "files are not available here: code outside of functions runs once, when the rules are loaded";
            Complaint::raise(message, "move it into a function")
        })
    }

    /// Calls `look` with the collections. Without a scene, returns the default.
    pub fn with_store<T: Default>(&self, look: impl FnOnce(&Store) -> T) -> T {
        let scene = self.scene.borrow();
        scene.as_ref().filter(|_| !self.is_loading.get()).map_or_else(T::default, |scene| look(&scene.store))
    }

    /// Returns a place in the code that runs.
    pub fn place(&self, source: &str, position: Position) -> Option<ScriptPlace> {
        let work = self.work.borrow();
        work.code(source).filter(|_| !position.is_none()).map(|code| code.place(position))
    }

    /// Collects the results of the comparisons in the call that ends. `of_expression` returns the warnings about those
    /// in the expression itself.
    pub fn conclude(&self, of_expression: impl Fn(&ComparedValues, Position) -> Option<TypeMismatch>) {
        let noted = self.comparisons.take();
        if noted.is_empty() {
            return;
        }
        let compared = noted.iter().map(|noted| {
            let unlike = noted.unlike.as_ref().and_then(|met| match met.by() {
                Some(written) if !noted.source.is_empty() => {
                    Some(met.to_warning(written, self.place(&noted.source, noted.position)?))
                }
                _ => of_expression(met, noted.position),
            });
            // A warning without a place is dropped, because its reader could not find the comparison.
            (noted.unlike.is_none() || unlike.is_some()).then(|| ComparisonResult { at: noted.at(), unlike })
        });
        self.comparisons.add_results(compared.flatten());
    }

    /// Returns the library of that name, for an import.
    pub fn module(&self, name: &str, position: Position) -> Result<Rc<Module>, Box<EvalAltResult>> {
        let found = self.work.borrow().modules.get(name).cloned();
        found.ok_or_else(|| EvalAltResult::ErrorModuleNotFound(name.to_owned(), position).into())
    }
}
