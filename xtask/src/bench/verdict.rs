//! Bars, and whether the measured values reach them.

/// A requirement of a bench, with the measured value.
pub struct Verdict {
    demand: String,
    measured: String,
    reached: bool,
}

impl Verdict {
    /// Returns a requirement with the measured value; `reached` is true if the value reaches it.
    pub fn new(demand: impl Into<String>, measured: impl Into<String>, reached: bool) -> Self {
        Self { demand: demand.into(), measured: measured.into(), reached }
    }

    /// Returns the verdict as a line.
    fn line(&self) -> String {
        let verdict = if self.reached { "pass" } else { "MISSED" };
        format!("  {:<8}{:<72}{}", verdict, self.demand, self.measured)
    }
}

/// Prints the verdicts, and a line with their summary.
pub fn print(verdicts: &[Verdict]) {
    println!("\nbars");
    for verdict in verdicts {
        println!("{}", verdict.line());
    }
    let missed = verdicts.iter().filter(|verdict| !verdict.reached).count();
    match missed {
        0 => println!("\nbench: every bar was reached"),
        _ => println!("\nbench: {missed} of {} bars missed", verdicts.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict;

    #[test]
    fn a_missed_bar_is_marked() {
        assert!(Verdict::new("at most 2", "3", false).line().contains("MISSED"));
        assert!(!Verdict::new("at most 2", "1", true).line().contains("MISSED"));
    }
}
