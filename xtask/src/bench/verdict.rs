//! Bars and whether they were reached.

/// One thing that a bench demands, what it measured, and whether that is enough.
pub struct Verdict {
    demand: String,
    measured: String,
    reached: bool,
}

impl Verdict {
    /// A demand that was measured, and whether the measured value reaches it.
    pub fn new(demand: impl Into<String>, measured: impl Into<String>, reached: bool) -> Self {
        Self { demand: demand.into(), measured: measured.into(), reached }
    }

    /// The line that tells.
    fn line(&self) -> String {
        let verdict = if self.reached { "pass" } else { "MISSED" };
        format!("  {:<8}{:<72}{}", verdict, self.demand, self.measured)
    }
}

/// Prints the verdicts and a line that sums them up.
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
    fn a_miss_is_said_loudly() {
        assert!(Verdict::new("at most 2", "3", false).line().contains("MISSED"));
        assert!(!Verdict::new("at most 2", "1", true).line().contains("MISSED"));
    }
}
