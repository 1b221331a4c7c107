import { suspendUser } from "@first-bounce/contract/operator/people";
import { DAY_MS } from "@first-bounce/rules/durations";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { LOCALE } from "../../../i18n/language.ts";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { TimeField } from "../parts/time-field.tsx";

const DEFAULT_DAYS = 7;
const format = new Intl.DateTimeFormat(LOCALE, {
	day: "numeric",
	month: "short",
	year: "numeric",
	hour: "numeric",
	minute: "2-digit",
});

/** "until 4 Sept 2026, 7:15 pm", in the user's time zone. */
export const SuspensionEnd = ({ until }: { readonly until: string | null }) => {
	const { t } = useTranslation("operator");
	if (until === null) return t("users.suspendedOpen");
	return (
		<>
			{t("users.suspendedUntil")} <time dateTime={until}>{format.format(Date.parse(until))}</time>
		</>
	);
};

interface Props {
	readonly id: number;
	readonly name: string;
	/** Replaces the reason and end of an existing suspension. */
	readonly isChange: boolean;
	readonly onClose: () => void;
}

/** Suspends an account until a date or indefinitely. The owner gets the reason. */
export const SuspendDialog = ({ id, name, isChange, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const [length, setLength] = useState<"untilDate" | "untilLifted">("untilDate");
	const [end, setEnd] = useState(() => new Date(Date.now() + DEFAULT_DAYS * DAY_MS).toISOString());
	return (
		<ActionDialog
			title={name}
			effect={t("users.effect.suspend")}
			confirm={t(isChange ? "users.do.changeSuspension" : "users.do.suspend")}
			done={t("users.done", { name })}
			isIncomplete={length === "untilDate" && end === ""}
			onClose={onClose}
			onConfirm={(reason) =>
				client(suspendUser, { params: { id }, body: { reason, until: length === "untilDate" ? end : null } })
			}
		>
			<Segmented
				label={t("users.howLong")}
				choices={(["untilDate", "untilLifted"] as const).map((value) => ({ value, label: t(`users.${value}`) }))}
				value={length}
				onChange={setLength}
			/>
			{length === "untilDate" ? <TimeField label={t("users.end")} value={end} onChange={setEnd} /> : null}
		</ActionDialog>
	);
};
