/** The script of the workers that the engine runs in. */

import "assay/worker";
