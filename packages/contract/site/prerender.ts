import type { Language } from "../languages.ts";
import type { HelpFiles } from "./help.ts";
import type { Site } from "./site.ts";

/** What pages made before anybody asks for them are made of: one language, one site, its help. */
export interface PrerenderTask {
	readonly language: Language;
	readonly site: Site;
	readonly help: HelpFiles;
}

/** A page as a visitor's browser will draw it, so that it can take over without changing it. */
export interface PrerenderedPage {
	/** Its path, such as /help/game-rules. */
	readonly path: string;
	readonly title: string;
	readonly description: string;
	/** In the build's manifest: whose styles and scripts the page names. */
	readonly sources: readonly string[];
	/** Whether it says what the help says, beside the site's own words. */
	readonly isHelp: boolean;
	/** What stands in #root. */
	readonly html: string;
}
