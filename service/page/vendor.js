// What the page uses of others, in one file: `npm run vendor --prefix openapi` makes static/vendor.js of it.
import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import { batch, computed, effect, signal, useComputed, useSignal } from "@preact/signals";
import htm from "htm";
import { Fragment, h, render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";

const html = htm.bind(h);

export { FluentBundle, FluentNumber, FluentResource, Fragment, batch, computed, effect, html, render, signal };
export { useComputed, useEffect, useLayoutEffect, useMemo, useRef, useSignal };
