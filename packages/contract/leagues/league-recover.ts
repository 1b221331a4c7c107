import { LEAGUE_CLASSES } from "@first-bounce/rules/leagues/league";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { draftSettings } from "../draft/draft-settings.ts";
import { id, idInUrl } from "../fields.ts";
import { leagueColour } from "./league.ts";
import { changeableSettings, headToHeadSettings, leagueType } from "./league-settings.ts";

/** A league of last season that the caller ran, used to prefill the create form. */
const recoverableLeague = z.object({
	id,
	name: z.string(),
	class: z.enum(LEAGUE_CLASSES),
	/** The settings of a draft league's draft; null in others. */
	draft: draftSettings.nullable(),
	type: leagueType,
	...changeableSettings.shape,
	size: z.int(),
	...headToHeadSettings.shape,
	colour: leagueColour,
	avatar: z.string().nullable(),
	avatarVersion: z.int(),
	numTeams: z.int(),
	seasonName: z.string(),
});
const list = z.object({ leagues: z.array(recoverableLeague) });

export const showRecoverableLeagues = defineCall("GET", "/fantasy/league/recover/list", {
	access: "active",
	summary: "Last season's leagues that the signed-in user ran, neither regenerated nor skipped",
	success: list,
});

export const skipLeagueRecovery = defineCall("POST", "/fantasy/league/recover/skip/:leagueId", {
	access: "active",
	summary: "Hide one of these leagues; returns the remaining ones",
	params: z.strictObject({ leagueId: idInUrl }),
	success: list,
});
