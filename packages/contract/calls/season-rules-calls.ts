import { call } from "../calls.ts";
import type * as operatorSeasonRules from "../operator/season/season-rules.ts";

export const showSeasonRules = call<typeof operatorSeasonRules.showSeasonRules>("GET", "/operator/seasons/:id/rules");
export const previewSeasonRules = call<typeof operatorSeasonRules.previewSeasonRules>(
	"POST",
	"/operator/seasons/:id/rules/preview",
);
export const changeSeasonRules = call<typeof operatorSeasonRules.changeSeasonRules>(
	"POST",
	"/operator/seasons/:id/rules",
);
