import type { CorrectionEffect } from "@first-bounce/contract/operator/stats";
import { useTranslation } from "react-i18next";
import { formatInteger, formatMoney } from "../../../i18n/format.ts";
import dialogStyles from "../parts/action-dialog.module.css";
import panel from "../parts/panel.module.css";
import { DataTable } from "../parts/table/data-table.tsx";

const MAX_SHOWN = 8;

function getEffectKey({ isPublished, players }: CorrectionEffect) {
	if (players.length === 0) return "corrections.scoreOnly";
	return isPublished ? "corrections.published" : "corrections.atOnce";
}

export const CorrectionSummary = ({ effect }: { readonly effect: CorrectionEffect }) => {
	const { t } = useTranslation("operator");
	const { players, rounds, prices } = effect;
	const moves = rounds
		.flatMap(({ roundId, moves: roundMoves }) => roundMoves.map((move) => ({ ...move, roundId })))
		.slice(0, MAX_SHOWN);
	const formatPlayerPoints = (value: number | null) => value ?? t("corrections.dnp");
	return (
		<div className={dialogStyles.effects}>
			{players.map(({ playerId, name, before, after }) => (
				<p key={playerId} className={dialogStyles.fromTo}>
					{name} <b>{formatPlayerPoints(before)}</b> → <b>{formatPlayerPoints(after)}</b>
				</p>
			))}
			<p>{t(getEffectKey(effect))}</p>
			<ul>
				{rounds.map(
					({ roundId, teamsTouched, ranksMoved, resultsChanged, eliminationsChanged = 0, leaguesTouched }) => (
						<li key={roundId}>
							{t("corrections.roundEffect", {
								id: roundId,
								teams: formatInteger(teamsTouched),
								ranks: formatInteger(ranksMoved),
							})}
							{resultsChanged > 0
								? ` ${t("corrections.leagueEffect", { count: resultsChanged, leagues: formatInteger(leaguesTouched) })}`
								: null}
							{eliminationsChanged > 0
								? ` ${t("corrections.eliminationEffect", { count: eliminationsChanged })}`
								: null}
						</li>
					),
				)}
				{prices ? <li>{t("corrections.prices", { count: prices.changes.length })}</li> : null}
			</ul>
			{moves.length > 0 ? (
				<DataTable
					caption={t("corrections.moves")}
					rows={moves}
					getKey={({ roundId, teamId }) => `${roundId} ${teamId}`}
					columns={[
						{ id: "team", head: t("corrections.team"), cell: ({ teamName, teamId }) => teamName || teamId },
						{
							id: "points",
							head: t("corrections.points"),
							isNumber: true,
							cell: (move) => `${move.pointsBefore} → ${move.pointsAfter}`,
						},
						{
							id: "rank",
							head: t("corrections.rank"),
							isNumber: true,
							cell: (move) => `${formatInteger(move.rankBefore)} → ${formatInteger(move.rankAfter)}`,
						},
					]}
				/>
			) : null}
			{prices && prices.changes.length > 0 ? (
				<p className={panel.quiet}>
					{prices.changes
						.toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
						.slice(0, 3)
						.map(({ name, before, after }) => `${name} ${formatMoney(before)} → ${formatMoney(after)}`)
						.join(", ")}
				</p>
			) : null}
		</div>
	);
};
