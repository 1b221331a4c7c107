import { dismissPayload, releasePayload, showPayload } from "@first-bounce/contract/operator/feeds";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { ActionButton } from "../parts/role.tsx";
import { usePlayerNames } from "../parts/use-player-names.ts";

/** Indents JSON; anything else is shown unchanged. */
function formatPayload(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

/** A raw payload with its problems and actions. */
export const PayloadDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const addPlayerNames = usePlayerNames();
	const result = useCall(showPayload, { params: { id } });
	const [action, setAction] = useState<"release" | "dismiss" | null>(null);
	if (action)
		return (
			<ActionDialog
				title={t("feeds.payload", { id })}
				effect={t(`feeds.effect.${action}`)}
				confirm={t(`feeds.${action}`)}
				done={t(`feeds.done.${action}`)}
				onClose={onClose}
				onConfirm={(reason) =>
					client(action === "release" ? releasePayload : dismissPayload, { params: { id }, body: { reason } })
				}
			/>
		);
	return (
		<Dialog title={t("feeds.payload", { id })} isOpen onClose={onClose}>
			<div className={styles.body}>
				<QueryContent query={result}>
					{({ payload, text, isCut }) => (
						<>
							{payload.problems.length + payload.warnings.length > 0 ? (
								<ul className={styles.problems}>
									{[...new Set([...payload.problems, ...payload.warnings])].map((problem) => (
										<li key={problem}>{addPlayerNames(problem)}</li>
									))}
								</ul>
							) : null}
							{payload.repeatedProblems > 0 ? <p>{t("feeds.noted", { count: payload.repeatedProblems })}</p> : null}
							<textarea
								className={styles.raw}
								aria-label={t("feeds.body")}
								readOnly
								rows={14}
								value={formatPayload(text)}
							/>
							{isCut ? <p>{t("feeds.cut")}</p> : null}
							{payload.verdict === "quarantined" ? (
								<div className={styles.buttons}>
									<ActionButton call={releasePayload} variant="main" onPress={() => setAction("release")}>
										{t("feeds.release")}
									</ActionButton>
									<ActionButton call={dismissPayload} onPress={() => setAction("dismiss")}>
										{t("feeds.dismiss")}
									</ActionButton>
								</div>
							) : null}
						</>
					)}
				</QueryContent>
			</div>
		</Dialog>
	);
};
