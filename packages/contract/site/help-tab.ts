import type { HelpSection } from "./help.ts";

/** The tab of a section: "Game Rules" is `game-rules`. */
export const formatHelpTab = (sectionName: string): string =>
	sectionName
		.toLowerCase()
		.normalize("NFD")
		.replaceAll(/\p{M}/gu, "")
		.replaceAll(/[^\p{L}\p{N}]+/gu, "-")
		.replaceAll(/^-|-$/g, "");

/** The tab that leads to a section. */
export const getHelpTab = ({ tab, name }: Pick<HelpSection, "tab" | "name">): string => tab ?? formatHelpTab(name);
