import type { DraftTransaction } from "@first-bounce/contract/draft/waivers";
import type { TeamId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { formatInteger } from "../i18n/format.ts";
import type { LeagueNames } from "./use-league-names.ts";

type MoveNames = Pick<LeagueNames, "getPlayerName" | "getTeamName">;

/** Returns the text of a log entry, one sentence for each player who moved: "Ada's Aces claimed Ruth Ruck for $12". */
export function useMoveText({ getPlayerName, getTeamName }: MoveNames): (entry: DraftTransaction) => string[] {
	const { t } = useTranslation();
	return ({ kind, moves, proposedMoves = [], bid, teamId, injuredPlayerId, formerManagers = [] }) => {
		// An entry names the manager of that time, not the team's present one.
		const getNameThen = (id: TeamId | null) => {
			const former = formerManagers.find((one) => one.teamId === id)?.person.teamName;
			const now = getTeamName(id);
			return former && former !== now ? t("moves.formerName", { former, now }) : now;
		};
		const injuredText = kind === "undo" ? "injuredUndone" : kind === "back" ? "back" : "injured";
		// A player who is dropped straight from the injured spot was not brought back.
		const spot =
			injuredPlayerId === null || moves.some(({ playerId }) => playerId === injuredPlayerId)
				? []
				: [t(`moves.text.${injuredText}`, { team: getNameThen(teamId), player: getPlayerName(injuredPlayerId) })];
		const getText = (move: DraftTransaction["moves"][number]) => {
			const values = {
				player: getPlayerName(move.playerId),
				team: getNameThen(move.toTeamId ?? move.fromTeamId),
				from: getNameThen(move.fromTeamId),
				bid: formatInteger(bid ?? 0),
			};
			if (move.kind === "claimed") return t(bid === null ? "moves.text.claimed" : "moves.text.claimedFor", values);
			if (move.kind !== "corrected" && move.kind !== "undone") return t(`moves.text.${move.kind}`, values);
			const way = move.toTeamId === null ? "out" : move.fromTeamId === null ? "in" : "over";
			return t(`moves.text.changed.${way}`, values);
		};
		const proposed = proposedMoves.map((move) =>
			t("moves.text.proposed", { text: getText({ ...move, kind: "corrected" }) }),
		);
		return [...spot, ...moves.map(getText), ...proposed];
	};
}
