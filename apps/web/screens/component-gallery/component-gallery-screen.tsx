import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { buildCardSection } from "./card-section.tsx";
import styles from "./component-gallery-screen.module.css";
import { buildButtonSection, buildChoiceSection, buildFieldSection } from "./control-sections.tsx";
import {
	buildBadgeSection,
	buildChartSection,
	buildKitSection,
	buildPictureSection,
	buildTableSection,
} from "./data-sections.tsx";
import { buildDialogSection, buildLoadingSection, buildNoticeSection } from "./feedback-sections.tsx";
import type { Example, Section } from "./section.ts";

/** All examples. component-gallery-screen.test.tsx compares them with the components and their props. */
export const buildSections = (t: TFunction): readonly Section[] => [
	buildCardSection(t),
	buildBadgeSection(t),
	buildButtonSection(t),
	buildChoiceSection(t),
	buildFieldSection(t),
	buildNoticeSection(t),
	buildDialogSection(t),
	buildLoadingSection(t),
	buildTableSection(t),
	buildChartSection(t),
	buildKitSection(t),
	buildPictureSection(t),
];

const Examples = ({ examples }: { readonly examples: readonly Example[] }) => (
	<div className={styles.examples}>
		{examples.map(({ caption, element, isWide }, index) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: the examples never change
			<figure key={index} className={styles.example} data-wide={isWide || undefined}>
				{element}
				<figcaption>{caption}</figcaption>
			</figure>
		))}
	</div>
);

/** Every shared component in every state, to look at before and after a change. */
export const ComponentGalleryScreen = () => {
	const { t } = useTranslation();
	return (
		<>
			<title>{t("app.title", { page: t("gallery.title") })}</title>
			<h1>{t("gallery.title")}</h1>
			<p className={styles.lead}>{t("gallery.text")}</p>
			{buildSections(t).map(({ id, examples, frame = (content) => <>{content}</> }) => (
				<section key={id} className={styles.section} data-section={id}>
					<h2>{t(`gallery.sections.${id}`)}</h2>
					{frame(<Examples examples={examples} />)}
				</section>
			))}
		</>
	);
};
