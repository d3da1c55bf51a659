# Languages: catalogues of messages (gettext) and manual pages (po4a); docs/languages.md.
LANGUAGES := fr es nl de
MO := $(LANGUAGES:%=$(OUT)/locale/%/LC_MESSAGES/numbridge.mo)
POT := build/po/numbridge.pot

all: $(MO)

# An error in a catalogue is an error of the build.
$(OUT)/locale/%/LC_MESSAGES/numbridge.mo: cli/po/%.po
	@mkdir -p $(@D)
	$(Q)msgfmt --check -o $@ $<

# What the pure part says is not marked there: the table of verdicts is read as it is, and the
# rows of the settings become calls that xgettext knows.
build/po/settings.c: proto/rules/terms.c cli/po/po.mk
	@mkdir -p $(@D)
	$(Q)sed -n '/^static const struct term_row rows/,/^};/s/^ *{"[a-z-]*", \(".*"\)},$$/N_(\1)/p' \
	    $< >$@

POT_SOURCES = $(sort $(wildcard cli/*.c cli/*.h)) proto/base/verdict.h daemon/doctor.c
$(POT): $(POT_SOURCES) build/po/settings.c
	@mkdir -p $(@D)
	$(Q)xgettext --language=C --from-code=UTF-8 --add-comments=TRANSLATORS \
	    --keyword --keyword=_ --keyword=N_ --keyword=NN_:1,2 --keyword=ngettext:1,2 \
	    --keyword=P_:1c,2 --keyword=X:4 --keyword=say:4 --keyword=type:2 \
	    --add-location=file --no-wrap \
	    --package-name=numbridge --copyright-holder='the authors of Numbridge' \
	    --msgid-bugs-address=none -o - $(POT_SOURCES) build/po/settings.c | \
	    sed -e '/^"POT-Creation-Date:/d' -e 's|^#: build/po/settings.c|#: proto/rules/terms.c|' >$@

# Dates would make every run a change.
PO_DATES := -e '/^"POT-Creation-Date:/d' -e 's/numbridge VERSION/numbridge/'

.PHONY: po man install-languages
po: $(POT) ## bring the catalogues up to date with the sources; LANGUAGES=fr: one
	@for l in $(LANGUAGES); do \
	    msgmerge --quiet --no-fuzzy-matching --no-wrap --add-location=file \
	        -o build/po/$$l.po cli/po/$$l.po $(POT) && \
	    { cmp -s build/po/$$l.po cli/po/$$l.po || cp build/po/$$l.po cli/po/$$l.po; } && \
	    printf '%s: ' $$l && msgfmt --statistics -o /dev/null cli/po/$$l.po || exit 1; done
	@sed 's/^\[po4a_langs\].*/[po4a_langs] $(LANGUAGES)/' docs/po/po4a.cfg >build/po/po4a.cfg
	@po4a --no-translations build/po/po4a.cfg
	@sed -i $(PO_DATES) $(LANGUAGES:%=docs/po/%.po)
	@for l in $(LANGUAGES); do printf '%s, manual: ' $$l && \
	    msgfmt --statistics -o /dev/null docs/po/$$l.po || exit 1; done

man: ## manual pages in all languages, in build/man
	@po4a --no-update docs/po/po4a.cfg

# Where po4a is missing, the English pages do.  A line that names $(MAKE) is carried out by `make -n`
# too: it must not be the one that installs.
install-languages: $(MO)
	for l in $(LANGUAGES); do \
	    install -d $(DESTDIR)$(PREFIX)/share/locale/$$l/LC_MESSAGES && \
	    install -m 644 $(OUT)/locale/$$l/LC_MESSAGES/numbridge.mo \
	        $(DESTDIR)$(PREFIX)/share/locale/$$l/LC_MESSAGES || exit 1; done
	if command -v po4a >/dev/null; then $(MAKE) --no-print-directory man; fi
	for m in build/man/*/man?/*; do [ ! -e "$$m" ] || \
	    install -D -m 644 $$m $(DESTDIR)$(PREFIX)/share/man/$${m#build/man/} || exit 1; done
