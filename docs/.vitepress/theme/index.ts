/** The default theme of VitePress without its fonts, in the colours of the playground. */

import Theme from "vitepress/theme-without-fonts";
import "../../../playground/src/palette.css";
import "./style.css";

export default Theme;
