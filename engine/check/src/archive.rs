//! The work of the first stage: lists the files in archives.

use assay_document::source::SourceError;
use assay_document::text::{CodeFlag, IssueCode, counted};
use assay_report::Problem;
use assay_system::package::is_metadata;
use assay_zip::{Crc, INSIDE, ZipFault};

use super::batch_work::BatchWork;
use super::hashing_source::sum_of;

/// The maximum number of faults that are listed for one archive; further ones are only counted.
const MOST: usize = 100;

/// Lists the files of the archive at `path`. An archive with a fault is refused as a whole, so the run is incomplete.
pub(super) fn list_archive(work: &mut BatchWork<'_>, path: &str) {
    let refusals = match work.worker.archives.list(path, &*work.input.source) {
        Ok(members) => return take_members(work, path, members),
        Err(refusals) => refusals,
    };
    let left = refusals.len().saturating_sub(MOST);
    for (name, fault) in refusals.into_iter().take(MOST) {
        work.record.problem(match (name, fault) {
            // A broken link or a deleted file is reported when a rule selects it.
            (_, ZipFault::Source(SourceError::NotFound)) => continue,
            (_, ZipFault::Source(error)) => super::file::unreadable(path, &error),
            (None, fault) => {
                Problem::new(fault.code(), format!("the archive is refused: {fault}")).in_file(path).help(help(&fault))
            }
            (Some(name), fault) => {
                let message = format!("the archive is refused for `{}`: {fault}", name.escape_debug());
                Problem::new(fault.code(), message).in_file(format!("{path}{INSIDE}{name}")).help(help(&fault))
            }
        });
    }
    if left > 0 {
        let message =
            format!("{} not shown", counted(left, "more fault of this archive is", "more faults of this archive are"));
        work.record.problem(Problem::new(IssueCode::ZipMore, message).in_file(path));
    }
}

/// Adds the files of an archive to the outcome. An archive whose metadata exceeds the size limit is refused.
fn take_members(work: &mut BatchWork<'_>, path: &str, members: Vec<(String, u64, u32)>) {
    if work.input.is_summed() {
        sum_up(work, path, &members);
    }
    let limits = work.checker.packages.get();
    let is_too_long = |(path, size, _): &&(String, u64, u32)| *size > limits.metadata && is_metadata(path);
    if let Some((metadata, size, _)) = members.iter().find(is_too_long) {
        let problem = limits.refuse_metadata(*size).in_file(metadata.clone()).help(HELP_LIMIT);
        return work.record.problem(problem);
    }
    work.record.outcome.next.members.extend(members.into_iter().map(|(path, ..)| path));
}

/// Adds a checksum of the archive's directory to the outcome: every part of a run opens the archive, and the
/// checksums are compared when the parts are merged.
fn sum_up(work: &mut BatchWork<'_>, path: &str, members: &[(String, u64, u32)]) {
    let mut sum = Crc::default();
    for (path, size, crc) in members {
        sum.update(path.as_bytes());
        sum.update(&size.to_le_bytes());
        sum.update(&crc.to_le_bytes());
    }
    work.record.outcome.read.sums.push((path.to_owned(), sum_of(sum, members.len() as u64)));
}

const HELP: &str =
    "rules check the files in an archive like files in a folder; the files of this archive were not checked";
const HELP_LIMIT: &str = "the files of this archive were not checked; to raise the limit, write `--limit NAME=N`";

/// Returns the help for a refused archive: how to raise the limit, if the archive exceeds one.
fn help(fault: &ZipFault) -> &'static str {
    if fault.code().has(CodeFlag::Limit) { HELP_LIMIT } else { HELP }
}
