import type { SuccessOf } from "@first-bounce/contract/call";
import { type listReports, settleReport } from "@first-bounce/contract/operator/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { ActionDialog } from "../parts/action-dialog.tsx";

const MUTE_DAYS = 7;

interface Props {
	readonly report: SuccessOf<typeof listReports>["reports"][number];
	readonly onClose: () => void;
}

export const ReportDialog = ({ report, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const [verdict, setVerdict] = useState<"hide" | "keep">("hide");
	const [mutes, setMutes] = useState(false);
	const { id, kind } = report;
	return (
		<ActionDialog
			title={report.leagueName}
			effect={t(`moderation.report.${verdict}`)}
			confirm={t("moderation.settle")}
			done={t("moderation.settled")}
			onClose={onClose}
			onConfirm={(reason) =>
				client(settleReport, {
					params: { id },
					body: { reason, kind, hide: verdict === "hide", muteDays: mutes ? MUTE_DAYS : 0 },
				})
			}
		>
			<blockquote>{report.text}</blockquote>
			<Segmented
				label={t("rounds.what")}
				choices={(["hide", "keep"] as const).map((value) => ({ value, label: t(`moderation.verdict.${value}`) }))}
				value={verdict}
				onChange={setVerdict}
			/>
			<CheckboxField name="mute" isSelected={mutes} onChange={setMutes}>
				{t("moderation.mute")}
			</CheckboxField>
		</ActionDialog>
	);
};
