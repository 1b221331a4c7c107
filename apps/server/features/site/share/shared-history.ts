import type { SuccessOf } from "@first-bounce/contract/call";
import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import type { showLeagueHistory } from "@first-bounce/contract/leagues/league-history";
import type { RoundKey } from "../../../db/tables/tables.ts";
import { getMediaPath, getPictureKey } from "../../media/media-store.ts";

/** A league's picture: its path, and its key in the media store. */
export interface SharedAvatar {
	readonly address: string;
	readonly key: string;
}

export function getSharedAvatar({
	id,
	avatarVersion,
}: Pick<LeagueSummary, "id" | "avatarVersion">): SharedAvatar | null {
	const address = getMediaPath("league", id, avatarVersion);
	return address === null ? null : { address, key: getPictureKey("league", id, avatarVersion) };
}

/** The league whose history is shared, with its results. */
export interface SharedHistorySource extends Omit<SuccessOf<typeof showLeagueHistory>, "page"> {
	readonly league: Pick<LeagueSummary, "id" | "name" | "code" | "avatarVersion" | "privacy">;
}

/** A record of a league, with the first team that set it. */
export interface SharedRecord {
	readonly kind: keyof SharedHistorySource["records"];
	readonly value: number;
	/** Empty for a closed account, as are the other names. */
	readonly teamName: string;
	/** Null for a score and for a run. */
	readonly opponent: string | null;
	readonly season: string;
	readonly round: number;
}

/** The history of a league that its page shows. */
export interface SharedHistory {
	readonly kind: "history";
	readonly name: string;
	readonly avatar: SharedAvatar | null;
	/** Null for a league that cannot be joined. */
	readonly code: string | null;
	/** Newest first. */
	readonly seasons: readonly {
		readonly name: string;
		readonly isClosed: boolean;
		/** Null before the season is decided, and in a closed one that nobody won. */
		readonly champion: string | null;
		readonly runnerUp: string | null;
	}[];
	readonly ladder: readonly (Omit<SharedHistorySource["ladder"][number], "userId"> & { readonly teamName: string })[];
	readonly records: readonly SharedRecord[];
}

const MAX_SHARED_ROWS = 20;

/** Builds what the page of a league's history shows: its latest seasons, the top of its ladder, and who first set each record. */
export function buildSharedHistory({ league, seasons, managers, ladder, records }: SharedHistorySource): SharedHistory {
	const names = new Map(managers.map(({ userId, teamName }) => [userId, teamName]));
	const getName = (userId: number) => names.get(userId) ?? "";
	const seasonNames = new Map(seasons.map(({ seasonId, seasonName }) => [seasonId, seasonName]));
	const getMoment = ({ seasonId, roundId }: RoundKey) => ({
		season: seasonNames.get(seasonId) ?? "",
		round: roundId,
	});
	const [current] = seasons;
	const shownRecords = [
		...(["highest", "lowest"] as const).flatMap((kind): SharedRecord[] =>
			records[kind].slice(0, 1).map((record) => ({
				kind,
				value: record.points,
				teamName: getName(record.userId),
				opponent: null,
				...getMoment(record),
			})),
		),
		...(["largestMargin", "smallestMargin"] as const).flatMap((kind): SharedRecord[] =>
			records[kind].slice(0, 1).map((record) => {
				const isAwayFirst = record.winnerId === record.away;
				return {
					kind,
					value: record.margin,
					teamName: getName(isAwayFirst ? record.away : record.home),
					opponent: getName(isAwayFirst ? record.home : record.away),
					...getMoment(record),
				};
			}),
		),
		...(["winningRun", "losingRun"] as const).flatMap((kind): SharedRecord[] =>
			records[kind].slice(0, 1).map((record) => ({
				kind,
				value: record.length,
				teamName: getName(record.userId),
				opponent: null,
				...getMoment(record.to),
			})),
		),
	];
	return {
		kind: "history",
		name: league.name,
		avatar: getSharedAvatar(league),
		code: league.privacy === "public" && current?.isClosed === false ? league.code : null,
		seasons: seasons.slice(0, MAX_SHARED_ROWS).map(({ seasonName, isClosed, championId, runnerUpId }) => ({
			name: seasonName,
			isClosed,
			champion: championId === null ? null : getName(championId),
			runnerUp: runnerUpId === null ? null : getName(runnerUpId),
		})),
		ladder: ladder.slice(0, MAX_SHARED_ROWS).map(({ userId, ...row }) => ({ ...row, teamName: getName(userId) })),
		records: shownRecords,
	};
}
