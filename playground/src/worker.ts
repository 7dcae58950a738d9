/** The script of the worker that the engine runs in. */

import "assay/worker";
