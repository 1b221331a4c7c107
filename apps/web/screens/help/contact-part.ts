import { createChunk } from "../../app/lazy-screen.tsx";

/** The tab with a form above its articles. */
export const CONTACT_TAB = "contact-us";

/** Lazy because only the form needs the component library. */
export const CONTACT = createChunk(async () => (await import("./contact.tsx")).Contact);
