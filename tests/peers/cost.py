"""What a peer costs, told to the bench that runs it."""

import os
import resource


def write():
    """Writes the peak of memory, in bytes, and the processor time, in microseconds, to the file that ASSAY_COST names."""
    if file := os.environ.get("ASSAY_COST"):
        usage = resource.getrusage(resource.RUSAGE_SELF)
        with open(file, "w", encoding="utf-8") as out:
            out.write(f"{usage.ru_maxrss * 1024} {int((usage.ru_utime + usage.ru_stime) * 1e6)}")
