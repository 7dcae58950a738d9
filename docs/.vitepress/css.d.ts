/** Style sheets, which VitePress puts in where they are named. */
declare module "*.css";
