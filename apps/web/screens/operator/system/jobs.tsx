import type { SuccessOf } from "@first-bounce/contract/call";
import { type JobEntry, listJobs, retryJob } from "@first-bounce/contract/operator/jobs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import en from "../../../i18n/locale/en-operator.json";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { ActionButton } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";

type KnownQueue = keyof typeof en.jobs.queue;
const isKnownQueue = (queue: string): queue is KnownQueue => queue in en.jobs.queue;

function useJobName(): (job: Pick<JobEntry, "queue" | "key">) => string {
	const { t } = useTranslation("operator");
	return ({ queue, key }) => {
		const name = isKnownQueue(queue) ? t(`jobs.queue.${queue}`) : queue;
		const [season, round] = key?.split("/") ?? [];
		return season && round ? `${name} · ${t("jobs.about", { season, round })}` : name;
	};
}

const QueuesTable = ({ queues }: { readonly queues: SuccessOf<typeof listJobs>["queues"] }) => {
	const { t } = useTranslation("operator");
	const getJobName = useJobName();
	return (
		<DataTable
			caption={t("jobs.queues")}
			rows={queues}
			getKey={({ name }) => name}
			columns={[
				{ id: "name", head: t("jobs.queues"), cell: ({ name }) => getJobName({ queue: name, key: null }) },
				{ id: "waiting", head: t("jobs.waiting"), isNumber: true, cell: ({ waiting }) => waiting },
				{ id: "working", head: t("jobs.working"), isNumber: true, isWide: true, cell: ({ working }) => working },
				{ id: "done", head: t("jobs.finished"), isNumber: true, isWide: true, cell: ({ done }) => done },
				{ id: "givenUp", head: t("jobs.givenUp"), isNumber: true, cell: ({ givenUp }) => givenUp },
			]}
		/>
	);
};

const TONES = {
	waiting: "plain",
	retrying: "warn",
	working: "plain",
	done: "good",
	failed: "bad",
	cancelled: "plain",
} as const;
const canRetry = ({ state }: JobEntry): boolean => state === "failed" || state === "retrying";

/** Background jobs, failed ones first. */
export const JobsPanel = () => {
	const { t } = useTranslation("operator");
	const getJobName = useJobName();
	const [jobToRetry, setJobToRetry] = useState<JobEntry | null>(null);
	return (
		<Panel title={t("jobs.title")} text={t("jobs.text")}>
			<QueryTable
				query={useCall(listJobs, {}, { refetchInterval: 15_000 })}
				rows={({ jobs }) => jobs}
				empty={{ title: t("jobs.none"), text: t("jobs.noneText") }}
				caption={t("jobs.title")}
				getKey={({ id }) => id}
				actions={(job) =>
					canRetry(job) ? (
						<ActionButton
							call={retryJob}
							onPress={() => setJobToRetry(job)}
							aria-label={t("jobs.retryWhich", { job: getJobName(job) })}
						>
							{t("jobs.retry")}
						</ActionButton>
					) : null
				}
				columns={[
					{ id: "name", head: t("jobs.name"), cell: getJobName },
					{
						id: "state",
						head: t("outbox.state"),
						cell: ({ state }) => <Badge tone={TONES[state]}>{t(`jobs.state.${state}`)}</Badge>,
					},
					{
						id: "attempts",
						head: t("jobs.attempts"),
						isWide: true,
						cell: ({ attempts, maxAttempts }) => t("jobs.attemptsOf", { attempts, maxAttempts }),
					},
					{
						id: "at",
						head: t("jobs.at"),
						cell: ({ state, nextAttemptAt, endedAt, startedAt, createdAt }) => (
							<>
								{state === "retrying" ? `${t("jobs.next")} ` : null}
								<DateTime at={nextAttemptAt ?? endedAt ?? startedAt ?? createdAt} />
							</>
						),
					},
					{
						id: "error",
						head: t("jobs.error"),
						isWide: true,
						cell: ({ lastError, output }) => <span className={styles.output}>{lastError ?? output ?? "–"}</span>,
					},
				]}
			>
				{({ jobs, queues }) => (jobs.length > 0 ? <QueuesTable queues={queues} /> : null)}
			</QueryTable>
			{jobToRetry ? (
				<ActionDialog
					title={getJobName(jobToRetry)}
					effect={t("jobs.effect")}
					confirm={t("jobs.retry")}
					done={t("jobs.done")}
					onClose={() => setJobToRetry(null)}
					onConfirm={(reason) => client(retryJob, { params: { id: jobToRetry.id }, body: { reason } })}
				>
					{jobToRetry.lastError ? <p className={styles.quote}>{jobToRetry.lastError}</p> : null}
				</ActionDialog>
			) : null}
		</Panel>
	);
};
