import type { JobEntry } from "@first-bounce/contract/operator/jobs";
import { useTranslation } from "react-i18next";
import en from "../../../i18n/locale/en-operator.json";

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
