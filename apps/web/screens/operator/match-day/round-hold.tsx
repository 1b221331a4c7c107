import { holdRound, releaseRound } from "@first-bounce/contract/operator/season";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import dialogStyles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import panel from "../parts/panel.module.css";
import { ActionButton } from "../parts/role.tsx";
import type { OperatorRound } from "../parts/round-choice.tsx";
import { Badge } from "../parts/table/badge.tsx";

/** When a round will be published automatically, with buttons to hold and release it. */
export const RoundHold = ({ round }: { readonly round: OperatorRound }) => {
	const { t } = useTranslation("operator");
	const [action, setAction] = useState<"hold" | "release" | null>(null);
	const { id, phase, publishesAt, hold } = round;
	if (phase === "complete") return null;
	return (
		<div className={dialogStyles.reviewHead}>
			{hold ? (
				<>
					<Badge tone="warn">{t("hold.isHeld")}</Badge>
					<span>{hold.reason}</span>
					<span className={panel.quiet}>
						{t("hold.since")} <DateTime at={hold.since} />
					</span>
					<ActionButton call={releaseRound} onPress={() => setAction("release")}>
						{t("hold.release")}
					</ActionButton>
				</>
			) : (
				<>
					<span>
						{publishesAt ? (
							<>
								{t("hold.due")} <DateTime at={publishesAt} />
							</>
						) : (
							t(phase === "in-review" ? "hold.manual" : "hold.afterLastMatch")
						)}
					</span>
					<ActionButton call={holdRound} onPress={() => setAction("hold")}>
						{t("hold.hold")}
					</ActionButton>
				</>
			)}
			{action ? (
				<ActionDialog
					title={t("overview.round", { id })}
					effect={t(`hold.effect.${action}`)}
					confirm={t(`hold.${action}`)}
					done={t(`hold.done.${action}`)}
					onClose={() => setAction(null)}
					onConfirm={(reason) =>
						action === "hold"
							? client(holdRound, { params: { id }, body: { reason } })
							: client(releaseRound, { params: { id }, body: { reason } })
					}
				/>
			) : null}
		</div>
	);
};
