import type { SuccessOf } from "@first-bounce/contract/call";
import type { JobEntry, listJobs } from "@first-bounce/contract/operator/jobs";
import { useTranslation } from "react-i18next";
import en from "../../../i18n/locale/en-operator.json";
import { DataTable } from "../parts/table/data-table.tsx";

type KnownQueue = keyof typeof en.jobs.queue;
const isKnownQueue = (queue: string): queue is KnownQueue => queue in en.jobs.queue;

/** Formats a job's name with its round. */
export function useJobName(): (job: Pick<JobEntry, "queue" | "key">) => string {
	const { t } = useTranslation("operator");
	return ({ queue, key }) => {
		const name = isKnownQueue(queue) ? t(`jobs.queue.${queue}`) : queue;
		const [season, round] = key?.split("/") ?? [];
		return season && round ? `${name} · ${t("jobs.about", { season, round })}` : name;
	};
}

/** The job counts of every queue. */
export const QueuesTable = ({ queues }: { readonly queues: SuccessOf<typeof listJobs>["queues"] }) => {
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
