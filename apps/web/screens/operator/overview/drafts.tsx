import type { SuccessOf } from "@first-bounce/contract/call";
import { changeDrafts, type showOverview } from "@first-bounce/contract/operator/operator";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { Notice } from "../../../components/states/states.tsx";
import { formatInteger } from "../../../i18n/format.ts";
import { ConfirmedButton } from "../parts/action-dialog.tsx";
import overviewStyles from "./overview.module.css";

type Drafts = SuccessOf<typeof showOverview>["drafts"];

export const DraftTile = ({ live, paused, scheduled, overdue }: Drafts) => {
	const { t } = useTranslation("operator");
	if (live + paused + scheduled === 0) return null;
	return (
		<div>
			<dt>{t("overview.drafts.live")}</dt>
			<dd>{formatInteger(live)}</dd>
			<dd className={overviewStyles.small}>{t("overview.drafts.others", { paused, scheduled })}</dd>
			{overdue > 0 ? (
				<dd className={overviewStyles.small}>{t("overview.drafts.overdue", { count: overdue })}</dd>
			) : null}
		</div>
	);
};

/** Says that drafts are live or paused, and pauses or resumes all of them for maintenance. */
export const DraftNotice = ({ live, paused }: Drafts) => {
	const { t } = useTranslation("operator");
	if (live + paused === 0) return null;
	return (
		<Notice
			tone="info"
			action={(["pause", "resume"] as const).map((action) => (
				<ConfirmedButton
					key={action}
					call={changeDrafts}
					isShown={action === "pause" ? live > 0 : paused > 0}
					text={t(`overview.drafts.${action}`)}
					title={t("overview.drafts.title")}
					effect={t(`overview.drafts.effect.${action}`)}
					done={t(`overview.drafts.done.${action}`)}
					onConfirm={(reason) => client(changeDrafts, { body: { action, reason } })}
				/>
			))}
		>
			{t(live > 0 ? "overview.drafts.notice" : "overview.drafts.noticePaused", { count: live > 0 ? live : paused })}
		</Notice>
	);
};
