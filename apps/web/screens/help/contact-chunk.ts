import { createChunk } from "../../app/lazy-screen.tsx";

/** The tab with the contact form above its articles. */
export const CONTACT_TAB = "contact-us";

/** Lazy, because only the form needs React Aria. */
export const contactChunk = createChunk(async () => (await import("./contact.tsx")).Contact);
