import type { DraftOwnershipFile } from "@first-bounce/contract/stats/draft-figures";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useMemo } from "react";
import type { Season } from "../api/season-model.ts";
import { useStatic } from "../api/use-static.ts";

const OPTIONS = { meta: { noErrorModal: true } };

/** Returns how early a player is drafted on average; null without enough drafts. */
export function useAveragePicks({ id: seasonId }: Pick<Season, "id">): (id: PlayerId) => number | null {
	const { data } = useStatic(`${seasonId}/draft_positions`, OPTIONS);
	return useMemo(() => {
		const picks = new Map(data?.players.map(({ id, averagePick }) => [id, averagePick]));
		return (id) => picks.get(id) ?? null;
	}, [data]);
}

/** A player's figures across draft leagues in the newest published round; null while there are too few leagues. */
export type GetDraftFigures = (id: PlayerId) => DraftOwnershipFile["players"][number] | null;

const NOT_COUNTED = { ownedPercent: 0, startedPercent: 0, addedPercent: 0, droppedPercent: 0 };

export function useDraftFigures({ id: seasonId, rounds }: Pick<Season, "id" | "rounds">): GetDraftFigures {
	const roundId = rounds.findLast(({ status }) => status === "complete")?.id;
	const { data } = useStatic(`${seasonId}/draft_ownership/${roundId ?? 0}`, {
		...OPTIONS,
		enabled: roundId !== undefined,
	});
	return useMemo((): GetDraftFigures => {
		if (!data || data.players.length === 0) return () => null;
		const figures = new Map(data.players.map((counted) => [counted.id, counted]));
		return (id) => figures.get(id) ?? { id, ...NOT_COUNTED };
	}, [data]);
}
