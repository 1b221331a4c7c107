import type { OperatorMatch } from "@first-bounce/contract/operator/season";
import { listRounds } from "@first-bounce/contract/operator-calls";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { type OperatorRound, RoundChoice, useSelectedRound } from "../parts/round-choice.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import { MatchDialog } from "./match-dialog.tsx";
import { RoundHold } from "./round-hold.tsx";

const TONES = { scheduled: "plain", playing: "live", complete: "good" } as const;

const Rounds = ({ rounds }: { readonly rounds: readonly OperatorRound[] }) => {
	const { t } = useTranslation("operator");
	const { getShortName } = useClubs();
	const { round, choose } = useSelectedRound(rounds);
	const [changing, setChanging] = useState<OperatorMatch | null>(null);
	const name = ({ homeSquadId, awaySquadId }: OperatorMatch) =>
		`${getShortName(homeSquadId)} – ${getShortName(awaySquadId)}`;
	const score = ({ homeScore, awayScore }: OperatorMatch) =>
		homeScore === null && awayScore === null ? "–" : `${homeScore ?? "–"} : ${awayScore ?? "–"}`;
	return (
		<Panel
			title={t("section.rounds")}
			text={t("rounds.text")}
			tools={<RoundChoice rounds={rounds} value={round} onChange={choose} />}
		>
			{round ? <RoundHold round={round} /> : null}
			<DataTable
				caption={t("rounds.matches")}
				rows={round?.matches ?? []}
				getKey={({ id }) => id}
				actionsHead={t("action")}
				actions={(match) => (
					<Button onPress={() => setChanging(match)} aria-label={t("rounds.changeMatch", { match: name(match) })}>
						{t("change")}
					</Button>
				)}
				columns={[
					{ id: "match", head: t("rounds.match"), cell: name },
					{ id: "starts", head: t("rounds.starts"), cell: ({ startsAt }) => <DateTime at={startsAt} /> },
					{
						id: "status",
						head: t("rounds.status"),
						cell: ({ status, isAbandoned }) =>
							isAbandoned ? (
								<Badge tone="bad">{t("matchStatus.abandoned")}</Badge>
							) : (
								<Badge tone={TONES[status]}>{t(`matchStatus.${status}`)}</Badge>
							),
					},
					{
						id: "minutes",
						head: t("rounds.minutes"),
						isNumber: true,
						isWide: true,
						cell: ({ minutes }) => minutes ?? "–",
					},
					{ id: "score", head: t("rounds.score"), isNumber: true, cell: score },
					{ id: "venue", head: t("rounds.venue"), isWide: true, cell: ({ venue }) => venue },
				]}
			/>
			{changing ? (
				<MatchDialog match={changing} name={name(changing)} rounds={rounds} onClose={() => setChanging(null)} />
			) : null}
		</Panel>
	);
};

/** Rounds and their matches, with times, grounds, statuses and scores. */
export const RoundsSection = () => (
	<QueryContent query={useCall(listRounds, {}, { refetchInterval: 15_000 })}>
		{({ rounds }) => <Rounds rounds={rounds} />}
	</QueryContent>
);
