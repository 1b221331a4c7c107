import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import type { WaiverRun } from "@first-bounce/contract/draft/waivers";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { formatZonedTime } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import rows from "../frame/rows.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import { useLeague } from "../league/use-league.ts";
import styles from "./moves.module.css";
import { isOwnResult, useWaiverRuns } from "./use-moves.ts";

const SHOWN = 3;

const countWon = (results: WaiverRun["results"]): number => results.filter(({ isWon }) => isWon).length;

/** How many claims were won in a run, and how many of the user's. */
function useOutcome(leagueId: number) {
	const { t } = useTranslation();
	const { data } = useCall(showDraftLeague, { params: { id: leagueId } }, { meta: { noErrorModal: true } });
	return ({ results }: WaiverRun): string => {
		const own = results.filter((result) => isOwnResult(result, data?.league.myTeamId ?? null));
		return own.length === 0
			? t("moves.won", { count: countWon(results) })
			: t("moves.wonOwn", { won: countWon(own), count: own.length });
	};
}

/** The newest waiver runs, each with what came of the user's claims. Nothing before the first one. */
export const RunsCard = () => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const formatRoundName = useRoundName();
	const [isWhole, setWhole] = useState(false);
	const formatOutcome = useOutcome(id);
	const runs = useWaiverRuns(id).data?.runs ?? [];
	if (runs.length === 0) return null;
	return (
		<section className={`${frame.card} ${styles.runs}`} aria-label={t("moves.runs")}>
			<h2>{t("moves.runs")}</h2>
			<ol className={rows.rows}>
				{runs.slice(0, isWhole ? runs.length : SHOWN).map((run) => (
					<li key={`${run.roundId} ${run.run}`}>
						<Link to={paths.league.to(id, `moves/${run.roundId}/${run.run}`)}>
							<b>{formatRoundName(run.roundId)}</b>
							<span>{formatZonedTime(Date.parse(run.dueAt))}</span>
						</Link>
						<small>{formatOutcome(run)}</small>
					</li>
				))}
			</ol>
			{isWhole || runs.length <= SHOWN ? null : (
				<Button variant="quiet" onPress={() => setWhole(true)}>
					{t("moves.allRuns", { count: runs.length })}
				</Button>
			)}
		</section>
	);
};
