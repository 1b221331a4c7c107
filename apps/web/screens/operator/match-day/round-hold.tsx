import { holdRound, releaseRound } from "@first-bounce/contract/operator/season";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import dialogStyles from "../parts/action-dialog.module.css";
import { ConfirmedButton } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import panel from "../parts/panel.module.css";
import type { OperatorRound } from "../parts/round-choice.tsx";
import { Badge } from "../parts/table/badge.tsx";

export const RoundHold = ({ round }: { readonly round: OperatorRound }) => {
	const { t } = useTranslation("operator");
	const { id, phase, publishesAt, hold } = round;
	if (phase === "complete") return null;
	const action = hold ? "release" : "hold";
	const call = hold ? releaseRound : holdRound;
	return (
		<div className={dialogStyles.reviewHead}>
			{hold ? (
				<>
					<Badge tone="warn">{t("hold.isHeld")}</Badge>
					<span>{hold.reason}</span>
					<span className={panel.quiet}>
						{t("hold.since")} <DateTime at={hold.since} />
					</span>
				</>
			) : (
				<span>
					{publishesAt ? (
						<>
							{t("hold.due")} <DateTime at={publishesAt} />
						</>
					) : (
						t(phase === "in-review" ? "hold.manual" : "hold.afterLastMatch")
					)}
				</span>
			)}
			<ConfirmedButton
				call={call}
				text={t(`hold.${action}`)}
				title={t("overview.round", { id })}
				effect={t(`hold.effect.${action}`)}
				done={t(`hold.done.${action}`)}
				onConfirm={(reason) => client(call, { params: { id }, body: { reason } })}
			/>
		</div>
	);
};
