import { showFirstSteps, startDemo } from "@first-bounce/contract/operator/backups";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { ConfirmedButton } from "../parts/action-dialog.tsx";
import { openStandIn } from "../parts/open-stand-in.ts";
import { Panel } from "../parts/panel.tsx";
import styles from "./overview.module.css";

/** What an installation without a season begins with: test messages, then the demo, a season or a backup. */
export const FirstSteps = () => {
	const { t } = useTranslation("operator");
	const { data } = useCall(showFirstSteps, {});
	if (!data || data.hasSeason) return null;
	return (
		<Panel title={t("firstSteps.title")} text={t("firstSteps.text")}>
			<ul className={styles.steps}>
				<li>
					<Link to={paths.operator.to("installation")}>{t("firstSteps.mail")}</Link> {t("firstSteps.mailText")}
				</li>
				<li>
					<Link to={paths.myAccount.to()}>{t("firstSteps.push")}</Link> {t("firstSteps.pushText")}
				</li>
				<li>
					<Link to={paths.operator.to("seasons")}>{t("firstSteps.season")}</Link> {t("firstSteps.seasonText")}
				</li>
				<li>
					<Link to={paths.operator.to("installation")}>{t("firstSteps.restore")}</Link> {t("firstSteps.restoreText")}
				</li>
			</ul>
			<ConfirmedButton
				call={startDemo}
				isShown={data.mayPlayDemo}
				text={t("firstSteps.demo")}
				title={t("firstSteps.demo")}
				effect={t("firstSteps.demoText")}
				done={t("firstSteps.demoStarting")}
				onConfirm={async (reason) => {
					await client(startDemo, { body: { reason } });
					// The stand-in's page reloads until the demo has been made.
					await openStandIn(paths.home.to());
				}}
			/>
		</Panel>
	);
};
