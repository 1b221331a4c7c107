import type { Language } from "@first-bounce/contract/languages";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { RoundId } from "@first-bounce/rules/ids";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { getRoundName } from "@first-bounce/rules/round/round-label";
import ical, { type ICalEventData, ICalEventTransparency } from "ical-generator";
import { getTranslator, type Translate } from "../../i18n/i18n.ts";
import type { SeasonSnapshot, SnapshotMatch } from "../seasons/current/season-snapshot.ts";
import type { CalendarMatchUp } from "./match-up-queries.ts";

/** A match of four quarters with its breaks. */
const MATCH_MS = 2 * HOUR_MS;
/** How often programs should fetch the calendar again, in seconds. */
export const REFRESH_SECONDS = 60 * 60;

interface CalendarSite {
	/** Without a slash at its end. */
	readonly publicUrl: string;
	readonly language: Language;
	/** Wall time at which the calendar is made. */
	readonly now: number;
}

/** Gets the text key of a final or a consolation game; null for any other match-up. */
function getStage({ isGrandFinal, isSemiFinal, isConsolation }: CalendarMatchUp) {
	if (isGrandFinal) return "grandFinal";
	if (isSemiFinal) return "semiFinal";
	return isConsolation ? "consolation" : null;
}

/** Creates the events of a calendar in its language. Ids stay the same, so that a match that moves is moved in calendars too. */
function createEvents(season: SeasonSnapshot, { publicUrl, language, now }: CalendarSite) {
	const translate: Translate = (key, data) => getTranslator(language)(`calendar.${key}`, data);
	const clubs = new Map(season.squads.map(({ id, name }) => [id, name]));
	const host = new URL(publicUrl).hostname;
	const nameRound = (id: RoundId) =>
		getRoundName(id, season.rules) === "grand-final" ? translate("grandFinal") : translate("round", { id });
	const buildEvent = (id: string, start: number, data: Omit<ICalEventData, "start">): ICalEventData => ({
		id: `${season.seasonId}-${id}@${host}`,
		start: new Date(start),
		stamp: new Date(now),
		transparency: ICalEventTransparency.TRANSPARENT,
		...data,
	});
	return {
		match: ({ id, startsAt, venue, homeSquadId, awaySquadId, roundId }: SnapshotMatch) =>
			buildEvent(`match-${id}`, startsAt, {
				end: new Date(startsAt + MATCH_MS),
				summary: translate("match", { home: clubs.get(homeSquadId), away: clubs.get(awaySquadId) }),
				description: translate("matchText", { round: nameRound(roundId) }),
				location: venue,
				url: `${publicUrl}/match-centre/${id}`,
			}),
		firstLock: (roundId: RoundId, startsAt: number) =>
			buildEvent(`lock-${roundId}`, startsAt, {
				summary: translate("firstLock", { round: nameRound(roundId) }),
				description: translate("firstLockText"),
				url: `${publicUrl}/team`,
			}),
		matchUp: (matchUp: CalendarMatchUp, startsAt: number) => {
			const { leagueId, roundId, place } = matchUp;
			const stage = getStage(matchUp);
			const name = stage ? translate(stage) : nameRound(roundId);
			return buildEvent(`match-up-${leagueId ?? "cup"}-${roundId}-${place}`, startsAt, {
				summary: translate("matchUp", {
					round: name,
					opponent: matchUp.opponentName || translate("former"),
					league: leagueId === null ? translate("cup") : matchUp.leagueName,
				}),
				url: leagueId === null ? `${publicUrl}/leagues` : `${publicUrl}/leagues/${leagueId}/fixtures?round=${roundId}`,
			});
		},
	};
}

/**
 * Builds an iCalendar file (RFC 5545) with each match of the season, each round's first lock and a manager's match-ups. All times
 * are season times, which are those of the real fixture except in a demo.
 */
export function buildCalendar(
	season: SeasonSnapshot,
	matchUps: readonly CalendarMatchUp[],
	site: CalendarSite,
): string {
	const events = createEvents(season, site);
	const calendar = ical({
		name: getTranslator(site.language)("calendar.name", { season: season.name }),
		prodId: { company: "First Bounce", product: "calendar", language: site.language.toUpperCase() },
		ttl: REFRESH_SECONDS,
	});
	for (const round of season.rounds) {
		const firstLock = getFirstLockTime(round);
		if (firstLock === null) continue;
		calendar.createEvent(events.firstLock(round.id, firstLock));
		for (const match of round.matches.filter(({ isAbandoned }) => !isAbandoned))
			calendar.createEvent(events.match(match));
		for (const matchUp of matchUps.filter(({ roundId }) => roundId === round.id))
			calendar.createEvent(events.matchUp(matchUp, firstLock));
	}
	return calendar.toString();
}
