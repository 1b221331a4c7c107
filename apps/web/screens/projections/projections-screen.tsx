import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useStatic } from "../../api/use-static.ts";
import { paths } from "../../app/paths.ts";
import { LoadedContent } from "../../components/states/loading-or-error.tsx";
import { AccuracyReport } from "./accuracy-report.tsx";
import styles from "./projections.module.css";
import season2023 from "./season-2023.json";

const COLUMNS = ["ours", "range", "seasonAverage", "lastThree", "price"] as const;

/** The errors of projected points in the published rounds and in the back-test of 2023, compared with the baselines. */
export const ProjectionsScreen = () => {
	const { t } = useTranslation();
	const query = useStatic("projections", { meta: { noErrorModal: true } });
	return (
		<div className={styles.screen}>
			<title>{t("app.title", { page: t("projections.title") })}</title>
			<header className={styles.head}>
				<h1>{t("projections.title")}</h1>
				<p>{t("projections.intro")}</p>
			</header>
			<section className={styles.card}>
				<h2>{t("projections.season")}</h2>
				<LoadedContent query={query} height="240px" radius="var(--radius-m)">
					{({ rounds, season }) =>
						season ? <AccuracyReport rounds={rounds} season={season} /> : <p>{t("projections.none")}</p>
					}
				</LoadedContent>
			</section>
			<section className={styles.card}>
				<h2>{t("projections.past")}</h2>
				<p>{t("projections.pastIntro")}</p>
				<AccuracyReport rounds={season2023.rounds} season={season2023.season} />
				<p>{t("projections.pastCoach")}</p>
				<p>{t("projections.pastParts")}</p>
			</section>
			<section className={styles.card}>
				<h2>{t("projections.how")}</h2>
				<dl className={styles.how}>
					{COLUMNS.map((column) => (
						<div key={column}>
							<dt>{t(`projections.column.${column}`)}</dt>
							<dd>{t(`projections.meaning.${column}`)}</dd>
						</div>
					))}
				</dl>
				<p>
					<Link to={paths.help.to("game-rules")}>{t("projections.rules")}</Link>
				</p>
			</section>
		</div>
	);
};
