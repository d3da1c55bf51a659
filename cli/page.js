"use strict";
// The page holds every position as data; this puts one of them on the board.
(function () {
  var game = JSON.parse(document.getElementById("game").textContent);
  var steps = game.steps;
  var slide = document.getElementById("slide");
  var deed = document.getElementById("deed");
  var facts = document.getElementById("facts");
  var count = document.getElementById("count");
  var links = document.querySelectorAll("#list a");
  var now = -1;
  var timer = 0;

  function text(node, words) {
    if (node && node.textContent !== words) {
      node.textContent = words;
    }
  }

  function cellName(i) {
    return String.fromCharCode(97 + (i % game.n)) + (Math.floor(i / game.n) + 1);
  }

  function cells(step) {
    step.cells.forEach(function (cell, i) {
      var g = document.getElementById("c-" + cellName(i));
      g.setAttribute("class", cell[0]);
      text(g.querySelector(".digit"), cell[1]);
      text(g.querySelector(".not"), cell[2]);
      text(document.getElementById("t-" + cellName(i)), cell[3]);
    });
    step.blocks.forEach(function (name, i) {
      document.getElementById("b-" + i).setAttribute("class", name);
    });
  }

  // Each round is a drawing of its own: its tiles come into sight one by one.
  function line(step) {
    document.querySelectorAll(".round").forEach(function (svg) {
      svg.toggleAttribute("hidden", Number(svg.dataset.round) !== step.round);
    });
    document.querySelectorAll(".round:not([hidden]) .tile").forEach(function (tile) {
      var laid = Number(tile.dataset.laid);
      tile.toggleAttribute("hidden", laid >= step.laid);
      tile.classList.toggle("last", laid === step.laid - 1);
    });
  }

  // Positions are kept as what differs from the one before.
  function unfold() {
    var cells = [], blocks = [];
    steps.forEach(function (step) {
      cells = cells.slice();
      blocks = step.blocks || blocks;
      (step.cells || []).forEach(function (cell) { cells[cell[0]] = cell.slice(1); });
      step.cells = cells;
      step.blocks = blocks;
    });
  }

  function show(wanted, keep) {
    var at = Math.max(0, Math.min(steps.length - 1, wanted));
    var step = steps[at];
    if (at === now) {
      return;
    }
    now = at;
    if (game.n > 0) {
      cells(step);
    } else {
      line(step);
    }
    text(deed, step.deed);
    text(count, "Step " + at + " of " + (steps.length - 1));
    facts.replaceChildren();
    step.facts.forEach(function (words) {
      var li = document.createElement("li");
      li.textContent = words;
      facts.appendChild(li);
    });
    slide.value = String(at);
    slide.setAttribute("aria-valuetext", step.deed);
    links.forEach(function (a, i) {
      if (i === at) {
        a.setAttribute("aria-current", "step");
        // Only the list scrolls, not the page.
        a.parentNode.parentNode.scrollTop = a.offsetTop - a.parentNode.parentNode.offsetTop - 80;
      } else {
        a.removeAttribute("aria-current");
      }
    });
    document.getElementById("first").disabled = document.getElementById("back").disabled = at === 0;
    document.getElementById("next").disabled = document.getElementById("last").disabled =
      at === steps.length - 1;
    document.body.dataset.at = String(at);
    if (!keep) {
      history.replaceState(null, "", step.move > 0 || at === 0 ? "#move=" + step.move
                                                             : "#step=" + at);
    }
  }

  function fromAddress() {
    var found = /^#(move|step)=([0-9]{1,5})$/.exec(location.hash);
    var number = found ? Number(found[2]) : 0;
    if (!found) {
      return -1;
    }
    if (found[1] === "step") {
      return number;
    }
    for (var i = 0; i < steps.length; i++) {
      if (number === 0 || steps[i].move === number) {
        return i;
      }
    }
    return steps.length - 1;
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    document.getElementById("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer) {
      stop();
      return;
    }
    if (now === steps.length - 1) {
      show(0);
    }
    document.getElementById("play").setAttribute("aria-pressed", "true");
    timer = setInterval(function () {
      show(now + 1);
      if (now === steps.length - 1) {
        stop();
      }
    }, 1200);
  }

  var keys = {
    ArrowLeft: function () { show(now - 1); },
    ArrowRight: function () { show(now + 1); },
    Home: function () { show(0); },
    End: function () { show(steps.length - 1); }
  };

  document.addEventListener("keydown", function (event) {
    if (keys[event.key] && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      stop();
      keys[event.key]();
    }
  });
  [["first", "Home"], ["back", "ArrowLeft"], ["next", "ArrowRight"], ["last", "End"]].forEach(
    function (pair) {
      document.getElementById(pair[0]).addEventListener("click", function () {
        stop();
        keys[pair[1]]();
      });
    });
  document.getElementById("play").addEventListener("click", play);
  slide.addEventListener("input", function () { stop(); show(Number(slide.value)); });
  links.forEach(function (a, i) {
    a.addEventListener("click", function (event) {
      event.preventDefault();
      stop();
      show(i);
    });
  });
  window.addEventListener("hashchange", function () { show(fromAddress(), true); });

  unfold();
  document.getElementById("keys").hidden = false;
  show(fromAddress() >= 0 ? fromAddress() : game.first, true);
}());
