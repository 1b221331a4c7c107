import { createEmptyLineup } from "@first-bounce/rules/lineup/slots";
import type { Season } from "../../../api/season-model.ts";
import { RULES } from "../../../players/testing/season-builder.ts";
import type { ViewContext } from "../model/player-view.ts";

/** By default an empty team that can be edited. */
export const buildViewContext = (season: Season, details: Partial<ViewContext> = {}): ViewContext => ({
	season,
	lineup: createEmptyLineup(RULES),
	bank: RULES.salaryCap,
	isLocked: () => false,
	mode: "edit",
	round: season.current,
	getCost: ({ cost }) => cost,
	stat: "avgPoints",
	trade: null,
	...details,
});
