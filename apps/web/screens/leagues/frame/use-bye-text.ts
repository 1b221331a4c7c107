import { hasBye } from "@first-bounce/rules/round/round";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";

const byesBySeason = new WeakMap<Season["rounds"], Map<number, readonly number[]>>();

/** The rounds to come in which a club has no match. */
function listByes(squadId: number, { rounds, rules }: Pick<Season, "rounds" | "rules">): readonly number[] {
	const known = byesBySeason.get(rounds) ?? new Map<number, readonly number[]>();
	byesBySeason.set(rounds, known);
	const byes =
		known.get(squadId) ??
		rounds
			.filter((round) => round.id <= rules.lastRound && round.status !== "complete" && hasBye(squadId, round))
			.map(({ id }) => id);
	known.set(squadId, byes);
	return byes;
}

/** Returns a club's byes to come as text: "Bye R6, R9"; empty without any. */
export function useByeText(season: Season): (squadId: number) => string {
	const { t } = useTranslation();
	return useCallback(
		(squadId) => {
			const byes = listByes(squadId, season);
			return byes.length === 0
				? ""
				: t("draftRoom.byes", { rounds: byes.map((id) => t("draftRoom.byeRound", { id })).join(", ") });
		},
		[season, t],
	);
}
