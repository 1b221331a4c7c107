import { DEFAULT_SEASON_RULES, type SeasonRules } from "./season-rules.ts";

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function mergeRules(defaults: unknown, given: unknown): unknown {
	if (!isGroup(defaults) || !isGroup(given)) return given;
	const said = Object.entries(given).filter(([, value]) => value !== undefined);
	return { ...defaults, ...Object.fromEntries(said.map(([key, value]) => [key, mergeRules(defaults[key], value)])) };
}

/**
 * The defaults with a season's own values over them: groups field by field, lists whole. A season's file names only
 * what differs, and an older version of the game stored fewer rules. The values are checked before they come here.
 */
export const applyDefaultRules = (given: object): SeasonRules => mergeRules(DEFAULT_SEASON_RULES, given) as SeasonRules;
