/** Style sheets and raw texts as modules, as the bundler provides them. */
/// <reference types="vite/client" />
