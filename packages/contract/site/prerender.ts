import type { Language } from "../languages.ts";
import type { HelpFiles } from "./help.ts";
import type { Site } from "./site.ts";

/** The input for prerendering the public pages in one language. */
export interface PrerenderTask {
	readonly language: Language;
	readonly site: Site;
	readonly help: HelpFiles;
}

/** A prerendered page, which the browser hydrates. */
export interface PrerenderedPage {
	/** Such as /help/game-rules. */
	readonly path: string;
	readonly title: string;
	readonly description: string;
	/** Entries of the build manifest whose styles and scripts the page loads. */
	readonly sources: readonly string[];
	/** Whether the page contains help texts. */
	readonly isHelp: boolean;
	/** The content of #root. */
	readonly html: string;
}
