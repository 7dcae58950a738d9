/** Style sheets, which VitePress inserts where they are imported. */
declare module "*.css";
