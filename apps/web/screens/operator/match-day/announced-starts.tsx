import type { SuccessOf } from "@first-bounce/contract/call";
import { listAnnouncedStarts } from "@first-bounce/contract/operator/feeds";
import { changeMatch, listRounds } from "@first-bounce/contract/operator/season";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { QueryError } from "../../../components/states/states.tsx";
import { DateTime } from "../parts/date-time.tsx";
import panel from "../parts/panel.module.css";
import { Panel } from "../parts/panel.tsx";
import { ActionButton } from "../parts/role.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import { MatchDialog } from "./match-dialog.tsx";

type Start = SuccessOf<typeof listAnnouncedStarts>["starts"][number];

/** Matches for which the feed has a different start time; hidden if there are none. */
export const AnnouncedStarts = () => {
	const { t } = useTranslation("operator");
	const { getMatchName } = useClubs();
	const [selectedStart, setSelectedStart] = useState<Start | null>(null);
	const query = useCall(listAnnouncedStarts, {}, { refetchInterval: 15_000 });
	const rounds = useCall(listRounds, {}).data?.rounds ?? [];
	const starts = query.data?.starts ?? [];
	return (
		<>
			<QueryError queries={[query]} />
			{starts.length > 0 ? (
				<Panel title={t("announced.title")} text={t("announced.text")}>
					<DataTable
						caption={t("announced.title")}
						rows={starts}
						getKey={({ match }) => match.id}
						actions={(start) => (
							<ActionButton
								call={changeMatch}
								onPress={() => setSelectedStart(start)}
								aria-label={t("rounds.changeMatch", { match: getMatchName(start.match) })}
							>
								{t("change")}
							</ActionButton>
						)}
						columns={[
							{ id: "match", head: t("rounds.match"), cell: ({ match }) => getMatchName(match) },
							{ id: "ours", head: t("announced.ours"), cell: ({ match }) => <DateTime at={match.startsAt} /> },
							{
								id: "announced",
								head: t("announced.theirs"),
								cell: ({ announced, since }) => (
									<>
										<DateTime at={announced} />
										<div className={panel.quiet}>
											{t("announced.since")} <DateTime at={since} />
										</div>
									</>
								),
							},
						]}
					/>
				</Panel>
			) : null}
			{selectedStart ? (
				<MatchDialog
					match={selectedStart.match}
					announced={selectedStart.announced}
					name={getMatchName(selectedStart.match)}
					rounds={rounds}
					onClose={() => setSelectedStart(null)}
				/>
			) : null}
		</>
	);
};
