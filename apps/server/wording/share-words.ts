import type { Language } from "@first-bounce/contract/languages";
import type { SharedContent } from "../features/site/share/find-shared.ts";
import { shareEn } from "./share-en.ts";
import { shareFr } from "./share-fr.ts";

/** What a share page says, and where it leads. */
export interface ShareWords {
	readonly title: string;
	readonly text: string;
	readonly act: string;
	readonly to: string;
	/** The picture's own lines. */
	readonly overline: string;
	readonly headline: string;
}

/** A language's words for what people share. */
export interface ShareCatalogue {
	readonly words: (shared: SharedContent) => ShareWords;
	/** What is said of a link that leads nowhere; never with a word of the link. */
	readonly faults: {
		/** D2 §8's words in English. */
		readonly invalid: { readonly title: string; readonly text: string };
		readonly gone: { readonly title: string; readonly text: string };
		/** What is said where the page cannot be made just now. */
		readonly later: { readonly title: string; readonly text: string };
		readonly home: string;
	};
	/** The picture's few words and its numbers. */
	readonly picture: {
		readonly number: (value: number) => string;
		readonly dollars: (value: number) => string;
		readonly more: (rest: number) => string;
		readonly joined: (teams: number) => string;
	} & Readonly<Record<"in" | "out" | "free" | "invited" | "trades" | "hidden" | "live" | "final", string>>;
}

export const SHARE_WORDS: Readonly<Record<Language, ShareCatalogue>> = { en: shareEn, fr: shareFr };
