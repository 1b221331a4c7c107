import { listJobs } from "@first-bounce/contract/operator-mails";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { Badge } from "../parts/badge.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Panel } from "../parts/panel.tsx";
import { When } from "../parts/when.tsx";

const toneOf = (state: string) => (state === "failed" ? "bad" : state === "completed" ? "good" : "plain");

/** What runs behind the game, those that failed first. */
export const JobsPanel = () => {
	const { t } = useTranslation("operator");
	return (
		<Panel title={t("jobs.title")} text={t("jobs.text")}>
			<Loaded
				answer={useCall(listJobs, {}, { refetchInterval: 15_000 })}
				empty={{ when: ({ jobs }) => jobs.length === 0, title: t("jobs.none"), text: t("jobs.noneText") }}
			>
				{({ jobs }) => (
					<DataTable
						caption={t("jobs.title")}
						rows={jobs}
						keyOf={({ id }) => id}
						columns={[
							{ id: "name", head: t("jobs.name"), cell: ({ name }) => name },
							{
								id: "state",
								head: t("outbox.state"),
								cell: ({ state }) => <Badge tone={toneOf(state)}>{state}</Badge>,
							},
							{
								id: "at",
								head: t("jobs.at"),
								cell: ({ completedAt, startedAt, createdAt }) => <When at={completedAt ?? startedAt ?? createdAt} />,
							},
							{ id: "error", head: t("jobs.error"), isWide: true, cell: ({ error }) => error ?? "–" },
						]}
					/>
				)}
			</Loaded>
		</Panel>
	);
};
