import { part } from "../../app/part.tsx";

/** The tab that has a form above its articles. */
export const CONTACT_TAB = "contact-us";

/** The form is the only part of the help that needs a component library. */
export const CONTACT = part(async () => (await import("./contact.tsx")).Contact);
