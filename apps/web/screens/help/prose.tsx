import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import styles from "./prose.module.css";

/** Only these lead anywhere: a link of any other kind is its words. */
const isAddress = (href: string): boolean => /^(https?:\/\/|mailto:|\/(?![/\\]))/.test(href);

/** Parts side by side: a text does not change while it is read, so that they need no keys. */
const inside = (tokens: readonly Token[] = []): ReactNode =>
	createElement(Fragment, null, ...tokens.map((token) => createElement(Part, { token: token as MarkedToken })));

const Anchor = ({ token: { href, tokens } }: { readonly token: Tokens.Link }) => {
	if (!isAddress(href)) return inside(tokens);
	return href.startsWith("/") ? <Link to={href}>{inside(tokens)}</Link> : <a href={href}>{inside(tokens)}</a>;
};

const List = ({ token: { ordered, items } }: { readonly token: Tokens.List }) =>
	createElement(ordered ? "ol" : "ul", null, ...items.map(({ tokens }) => createElement("li", null, inside(tokens))));

const Row = ({ cells, as }: { readonly cells: readonly Tokens.TableCell[]; readonly as: "th" | "td" }) =>
	createElement("tr", null, ...cells.map(({ tokens }) => createElement(as, null, inside(tokens))));

/** A table scrolls by itself where it is wider than the page. */
const Table = ({ token: { header, rows } }: { readonly token: Tokens.Table }) => (
	<div className={styles.table}>
		<table>
			<thead>
				<Row cells={header} as="th" />
			</thead>
			{createElement("tbody", null, ...rows.map((cells) => createElement(Row, { cells, as: "td" })))}
		</table>
	</div>
);

/** One part of a text, as an element of the page. HTML in it, and whatever else is not listed, stays the text it is. */
const Part = ({ token }: { readonly token: MarkedToken }): ReactNode => {
	switch (token.type) {
		case "space":
			return null;
		case "paragraph":
			return <p>{inside(token.tokens)}</p>;
		case "heading":
			return <h3>{inside(token.tokens)}</h3>;
		case "list":
			return <List token={token} />;
		case "table":
			return <Table token={token} />;
		case "blockquote":
			return <blockquote>{inside(token.tokens)}</blockquote>;
		case "strong":
			return <strong>{inside(token.tokens)}</strong>;
		case "em":
			return <em>{inside(token.tokens)}</em>;
		case "link":
			return <Anchor token={token} />;
		case "br":
			return <br />;
		case "text":
			return "tokens" in token && token.tokens ? inside(token.tokens) : token.text;
		case "escape":
		case "codespan":
			return token.text;
		default:
			return token.raw;
	}
};

/** Running text written in markdown. */
export const Prose = ({ text }: { readonly text: string }) => <div className={styles.prose}>{inside(lexer(text))}</div>;
