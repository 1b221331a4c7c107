import { DEFAULT_SEASON_RULES, type SeasonRules } from "./season-rules.ts";

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function mergeRules(defaults: unknown, given: unknown): unknown {
	if (!isGroup(defaults) || !isGroup(given)) return given;
	const said = Object.entries(given).filter(([, value]) => value !== undefined);
	return { ...defaults, ...Object.fromEntries(said.map(([key, value]) => [key, mergeRules(defaults[key], value)])) };
}

/**
 * Fills in defaults for the rules that a season does not give: groups field by field, lists whole. A season's file names
 * only what differs, and older versions stored fewer rules. The values have been validated before.
 */
export const applyDefaultRules = (given: object): SeasonRules => mergeRules(DEFAULT_SEASON_RULES, given) as SeasonRules;
